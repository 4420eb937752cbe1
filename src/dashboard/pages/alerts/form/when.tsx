// The part of the form that says when a rule fires.
import { useEffect, useRef, type ReactNode } from "react";
import { sidesOf } from "../../../../contract/alerts/rule.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { choiceName, type Choice } from "../alert-words.ts";
import { suggest, type FormProps } from "./rule-form.ts";

const selectClass =
  "h-8 min-w-0 rounded-control border border-control bg-inset px-2 text-text hover:border-text2 pointer-coarse:h-11 pointer-coarse:text-[16px]";

export function When({
  form,
  reading,
  choices,
  target: { kind: target },
  facts,
  tried,
  onForm,
}: FormProps & { readonly choices: readonly Choice[]; readonly tried: boolean }): ReactNode {
  const value = useRef<HTMLInputElement>(null);
  const { choice, side } = form;
  const measured = choice !== "cap" && choice !== "newMarket";
  const sides = measured ? sidesOf[choice] : [];
  // After the dialog, which takes the focus when it opens. On a phone the keyboard would cover what is below.
  useEffect(() => {
    if (!window.matchMedia("(pointer: coarse)").matches) value.current?.select();
  }, []);
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">Tell me when</legend>
      <div className="flex flex-wrap items-start gap-2">
        {choices.length === 1 ? (
          <span className="flex h-8 items-center pointer-coarse:h-11">{choiceName(choice, target)}</span>
        ) : (
          <select
            aria-label="What"
            value={choice}
            className={`${selectClass} flex-1 basis-40 max-md:basis-full`}
            onChange={(event) => {
              const chosen = choices.find((one) => one === event.currentTarget.value);
              if (chosen !== undefined) onForm(suggest(chosen, facts, target));
            }}
          >
            {choices.map((one) => (
              <option key={one} value={one} className="bg-raised">
                {choiceName(one, target)}
              </option>
            ))}
          </select>
        )}
        {sides.length === 2 ? (
          <select
            aria-label="Over or under"
            value={side}
            className={`${selectClass} w-28`}
            onChange={(event) => {
              const chosen = sides.find((one) => one === event.currentTarget.value);
              if (chosen !== undefined) onForm({ ...form, side: chosen, reset: undefined });
            }}
          >
            {sides.map((one) => (
              <option key={one} value={one} className="bg-raised">
                {one}
              </option>
            ))}
          </select>
        ) : measured ? (
          <span className="flex h-8 items-center text-text2 pointer-coarse:h-11">
            {choice === "fade" ? "is under by" : choice === "offPeg" ? "by" : `is ${side}`}
          </span>
        ) : null}
        {measured ? (
          <TextField
            ref={value}
            label="Value"
            labelPlace="hidden"
            inputMode="decimal"
            className="w-28"
            text={form.threshold}
            after={choice === "health" ? undefined : "%"}
            error={tried || form.threshold !== "" ? reading.thresholdFault : undefined}
            onText={(threshold) => onForm({ ...form, threshold, reset: undefined })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}
