// Presets of the whole form: the menu beside Generate.

export function PresetMenu() {
  return null;
}
