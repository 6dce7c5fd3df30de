// A text field of one line or of several lines.

import type { TextField } from "@pictor/client";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { PromptControl } from "./prompt-control.js";
import { TextInput } from "../parts/text-input.js";

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

export function TextControl(props: ControlProps<TextField>) {
  const { control, field, value, pointer, onChange } = props;
  const { prompt, Text } = useFormTools();
  if (field.format === "multiline" && prompt?.isPrompt(pointer) === true)
    return <PromptControl {...props} tools={prompt} />;
  const isCode = field.format === "uri" || field.format === "command" || field.format === "path";
  if (Text !== undefined)
    return (
      <Text
        {...{ control, isCode, onChange }}
        value={asText(value)}
        placeholder={field.default === "" ? undefined : field.default}
        {...(field.format === "multiline" && { rows: 3 })}
      />
    );
  const common = {
    ...control,
    value: asText(value),
    placeholder: field.default === "" || field.default === undefined ? undefined : field.default,
  };
  if (field.format === "multiline") return <TextInput {...common} dir="auto" rows={3} onText={onChange} />;
  return (
    <div class="with-affix">
      <TextInput
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
