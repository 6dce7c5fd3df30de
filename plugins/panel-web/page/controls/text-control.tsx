// A text field of one line or of several lines.

import type { TextField } from "@pictor/client";
import { filledText } from "../api/guards.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { PromptControl } from "./prompt-control.js";
import { TextInput } from "../parts/text-input.js";

export function TextControl(props: ControlProps<TextField>) {
  const { control, field, value, pointer, onChange } = props;
  const { prompt, Text } = useFormTools();
  const isMultiline = field.format === "multiline";
  if (isMultiline && prompt?.isPrompt(pointer) === true) return <PromptControl {...props} tools={prompt} />;
  const isCode = field.format === "uri" || field.format === "command" || field.format === "path";
  const common = {
    ...{ value: filledText(value) ?? "", placeholder: filledText(field.default) },
    ...(isMultiline && { rows: 3 }),
  };
  if (Text !== undefined) return <Text {...common} {...{ control, isCode, onChange }} />;
  if (isMultiline) return <TextInput {...control} {...common} dir="auto" onText={onChange} />;
  return (
    <div class="with-affix">
      <TextInput
        {...control}
        {...common}
        dir="auto"
        look={isCode ? "mono" : ""}
        inputMode={field.format === "uri" ? "url" : "text"}
        onText={onChange}
      />
      {field["x-unit"] !== undefined && <span class="affix">{field["x-unit"]}</span>}
    </div>
  );
}
