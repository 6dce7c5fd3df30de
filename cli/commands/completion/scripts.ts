// The completion scripts of the shells. Each asks the hidden command `completion candidates`.

const bash = `# Completion of pictor for bash.
_pictor() {
  COMPREPLY=()
  local word
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(pictor completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _pictor pictor
`;

const zsh = `#compdef pictor
# Completion of pictor for zsh.
_pictor() {
  local -a found
  found=("\${(@f)$(pictor completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if (( \${#found} )) && [[ -n "\${found[1]}" ]]; then
    compadd -a found
  else
    _files
  fi
}
compdef _pictor pictor
`;

const fish = `# Completion of pictor for fish.
complete -c pictor -a '(pictor completion candidates -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`;

export const scripts = { bash, zsh, fish } as const;
