import { useId } from "react";

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
}

/** A choice between two or three ways to look at the same thing. */
export function Switch<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  const group = useId();
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([choice, words]) => (
        <label key={choice}>
          <input type="radio" name={group} checked={value === choice} onChange={() => onChange(choice)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
