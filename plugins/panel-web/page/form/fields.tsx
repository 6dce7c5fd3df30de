// The fields of a form, drawn from any settings schema: of a workflow, a feature, an auth scheme or a backend kind,
// built-in or not.

import {
  formSections,
  type Field,
  type FormSection,
  type ListField,
  type SettingsSchema,
} from "@pictor/client";
import type { ComponentChildren } from "preact";
import { recordOrEmpty } from "../api/guards.js";
import { pointerTo } from "../api/pointers.js";
import { BindingsControl } from "../controls/bindings-control.js";
import { ChoiceControl } from "../controls/choice-control.js";
import { FieldFrame, type FieldRowProps } from "../controls/field-frame.js";
import { ListFrame } from "../controls/list-frame.js";
import { NumberControl } from "../controls/number-control.js";
import { OptionsControl } from "../controls/options-control.js";
import { PathControl } from "../controls/path-control.js";
import { SecretControl } from "../controls/secret-control.js";
import { SeedControl } from "../controls/seed-control.js";
import { TextControl } from "../controls/text-control.js";
import type { ControlProps } from "../dialect/control.js";
import { isMask } from "../dialect/schema.js";
import { useFormTools } from "../dialect/tools.js";
import {
  effective,
  emptyValueOf,
  faultsBelow,
  isVisible,
  withValue,
  type Fault,
  type Values,
} from "../dialect/values.js";
import { Switch } from "../parts/switch.js";
import { containsWords } from "../parts/texts.js";
import { Advanced } from "./advanced.js";
import { isAdvanced, pinOf, withPinned } from "./pinned.js";
import { SizeRow, sizeFieldsOf } from "./size-row.js";

interface FieldsProps {
  readonly schema: SettingsSchema;
  readonly values: Values;
  readonly faults?: readonly Fault[];
  /** JSON pointer of the object. It is necessary for storing secrets. */
  readonly pointer?: string;
  /** Whether all fields are visible, without the section "Advanced". */
  readonly isFlat?: boolean;
  /** A further field at the end of the first basic section. */
  readonly after?: ComponentChildren;
  /** Content between the basic fields and the section "Advanced". */
  readonly children?: ComponentChildren;
  readonly onChange: (values: Values) => void;
}

function Control(props: ControlProps) {
  const { field } = props;
  switch (field.type) {
    case "boolean":
      return <Switch {...props.control} isOn={props.value === true} onChange={props.onChange} />;
    case "integer":
    case "number":
      return field.enum === undefined ? (
        <NumberControl {...props} field={field} />
      ) : (
        <ChoiceControl {...props} field={field} />
      );
    case "array":
      return <ListControl {...props} field={field} />;
    case "object":
      return <GroupControl {...props} field={field} />;
    case "string":
      if (field["x-secret"] === true) return <SecretControl {...props} field={field} />;
      if (field.enum !== undefined) return <ChoiceControl {...props} field={field} />;
      if (field["x-optionsFrom"] !== undefined) return <OptionsControl {...props} field={field} />;
      if (field.format === "uint64") return <SeedControl {...props} field={field} />;
      if (field.format === "path") return <PathControl {...props} field={field} />;
      return <TextControl {...props} field={field} />;
  }
}

function ListControl({ field, value, pointer, faults, control, onChange }: ControlProps<ListField>) {
  const { items, title = "Entry", maxItems = 64 } = field;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <ListFrame {...{ title, entries, maxItems, control, onChange }} create={() => emptyValueOf(items)}>
      {(entry, index, name) => (
        <FieldRow
          {...{ name, field: items, given: entry, isBare: true, isRequired: false }}
          pointer={pointerTo(pointer, index)}
          faults={faultsBelow(faults, String(index))}
          onChange={(next) => onChange(entries.with(index, next ?? emptyValueOf(items)))}
        />
      )}
    </ListFrame>
  );
}

function GroupControl({ field, value, pointer, faults, onChange }: ControlProps<SettingsSchema>) {
  const values = recordOrEmpty(value);
  const free = Object.keys(values).filter((name) => !Object.hasOwn(field.properties, name));
  return (
    <div class="group stack">
      <Fields
        {...{ schema: field, values, faults, pointer, isFlat: true }}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
      {field["x-bindings"] === true && <BindingsControl names={free} values={values} onChange={onChange} />}
    </div>
  );
}

function FieldRow(props: FieldRowProps) {
  const { field, given, pointer, faults, isRequired, masked, onChange } = props;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Control
          {...{ control, field, pointer, faults, isRequired, onChange }}
          value={effective(field, given)}
          {...(masked !== undefined && { masked })}
        />
      )}
    </FieldFrame>
  );
}

/** The fields of an object: first the basic ones, then those of the section "Advanced", each under its heading. */
export function Fields(props: FieldsProps) {
  const { schema, values, faults = [], pointer = "", isFlat = false } = props;
  const { after, children, onChange } = props;
  const { pins } = useFormTools();
  const pinned = isFlat ? [] : (pins?.at(pointer) ?? []).filter((name) => isAdvanced(schema, name));
  const shown = formSections(withPinned(schema, pinned))
    .map((section) => ({
      ...section,
      fields: section.fields.filter((name) => isVisible(schema, name, values)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const row = (name: string, field: Field) => (
    <FieldRow
      key={name}
      {...{ name, field, given: values[name], isBare: false }}
      pointer={pointerTo(pointer, name)}
      faults={faultsBelow(faults, name)}
      isRequired={schema.required?.includes(name) ?? false}
      {...(isMask(schema, name) && { masked: { image: values["image"] } })}
      {...pinOf(schema, name, pinned, pins)}
      onChange={(value) => onChange(withValue(values, name, value))}
    />
  );
  const section = ({ title, fields }: FormSection, more?: ComponentChildren) => {
    const sizes = fields.flatMap((name) => sizeFieldsOf(schema, name, fields) ?? []);
    return (
      <fieldset class="fields" key={title}>
        {title !== undefined && <legend>{title}</legend>}
        {fields.flatMap((name) => {
          const field = schema.properties[name];
          if (field === undefined || sizes.some(({ names }) => names.height === name)) return [];
          const size = sizes.find(({ names }) => names.width === name);
          if (size === undefined) return [row(name, field)];
          const side = (each: "width" | "height") => row(size.names[each], size[each]);
          return [<SizeRow key={`size ${name}`} {...{ fields: size, values, onChange }} row={side} />];
        })}
        {more}
      </fieldset>
    );
  };
  const basic = shown.filter((part) => isFlat || !part.advanced);
  const advanced = shown.filter((part) => part.advanced && !isFlat);
  const names = advanced.flatMap(({ fields }) => fields);
  const hasFault = names.some((name) => faultsBelow(faults, name).length > 0);
  return (
    <div class="stack">
      {basic.map((part, index) => section(part, index === 0 ? after : undefined))}
      {basic.length === 0 && after !== undefined && <div class="fields">{after}</div>}
      {children}
      {names.length > 0 && (
        <Advanced
          {...{ hasFault, count: names.length }}
          draw={(words) =>
            advanced.flatMap((part) => {
              const fields = part.fields.filter((name) =>
                containsWords(`${part.title ?? ""} ${schema.properties[name]?.title ?? ""} ${name}`, words),
              );
              return fields.length === 0 ? [] : [section({ ...part, fields })];
            })
          }
        />
      )}
    </div>
  );
}
