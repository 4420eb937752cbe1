import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { ratio, type Ratio, type TokenAmount, type Usd } from "../../../contract/units.ts";
import {
  readPercent,
  readTokens,
  readUsd,
  writePercent,
  writeTokens,
  writeUsd,
  type ParsedInput,
} from "../../../domain/format/read-amount.ts";
import { classNames } from "../page/class-names.ts";

/** Turns off completion and correction, for addresses and keys. */
export const noAutocorrect = {
  autoComplete: "off",
  autoCapitalize: "off",
  autoCorrect: "off",
  spellCheck: false,
} as const;

/** Puts fields side by side as long as their labels and values stay readable. */
export const fieldsInLine =
  "flex flex-wrap items-end gap-x-2 gap-y-1.5 [&_label]:whitespace-nowrap [&>*]:min-w-min [&>*]:flex-[1_1_68px]";

interface TextFieldProps extends Omit<ComponentProps<"input">, "size" | "prefix" | "onChange"> {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** `hidden` keeps the label for screen readers. `inside` makes the field taller. */
  readonly labelPlace?: "above" | "before" | "inside" | "hidden";
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly error?: string | undefined;
  readonly height?: "normal" | "tool";
  readonly className?: string;
  readonly fieldClassName?: string;
  readonly errorFloats?: boolean;
}

export function TextField({
  label,
  text,
  onText,
  labelPlace = "above",
  before,
  after,
  error,
  height = "normal",
  className,
  fieldClassName,
  errorFloats = false,
  ...input
}: TextFieldProps): ReactNode {
  const ownId = useId();
  const { id = ownId } = input;
  const isInside = labelPlace === "inside";
  const besideClass = classNames("flex text-text3", isInside && "pt-5 text-[19px]");
  return (
    <div
      className={classNames(
        "relative min-w-0",
        labelPlace === "before" && "flex items-center gap-2",
        className,
      )}
    >
      <label
        htmlFor={id}
        className={classNames(
          labelPlace === "hidden" && "sr-only",
          labelPlace === "above" && "mb-1.5 block text-small font-semibold text-text",
          labelPlace === "before" && "text-small whitespace-nowrap text-text3",
          isInside &&
            "pointer-events-none absolute inset-x-2.5 top-1.5 z-10 truncate text-[12px]/4 text-text3",
        )}
      >
        {label}
      </label>
      <span
        className={classNames(
          "flex items-center gap-1.5 border bg-inset transition-colors",
          isInside ? "h-14 rounded-[8px] px-2.5" : "rounded-control px-2 pointer-coarse:h-11",
          !isInside && (height === "tool" ? "h-7" : "h-8"),
          "focus-within:border-accent focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-accent",
          error === undefined ? "border-control hover:border-text2" : "border-danger",
          fieldClassName,
        )}
      >
        {before === undefined ? null : <span className={besideClass}>{before}</span>}
        <input
          {...input}
          id={id}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          aria-invalid={error !== undefined}
          // A truncated amount would read as another one, so its neighbors shrink first.
          {...(input.inputMode === "decimal"
            ? { style: { minWidth: `${isInside ? amountWidth(text) : Math.min(text.length + 1, 14)}ch` } }
            : {})}
          {...(error === undefined ? {} : { "aria-describedby": `${id}-error` })}
          className={classNames(
            "h-full w-full min-w-0 bg-transparent text-text outline-none",
            isInside
              ? "pt-5 text-[16px] font-semibold placeholder:text-text2"
              : "text-body placeholder:text-text3 pointer-coarse:text-[16px]",
            isInside && text.length <= 11 && "md:text-[19px]",
            isInside && text.length > 16 && "pointer-fine:text-[14px]",
          )}
        />
        {after === undefined ? null : <span className={besideClass}>{after}</span>}
      </span>
      {error === undefined ? null : (
        <p
          id={`${id}-error`}
          className={classNames(
            "mt-1 text-tiny text-danger",
            errorFloats &&
              "absolute top-full right-0 z-20 w-max max-w-64 rounded-control bg-raised px-2 py-1 shadow-float",
          )}
        >
          {error}
        </p>
      )}
    </div>
  );
}

/** In digits, for amounts up to the maximum. The cursor and each separator take half a digit. */
function amountWidth(text: string): number {
  return Math.min(text.length + 0.5 - (text.split(",").length - 1) / 2, 20);
}

interface ValueFieldProps<Value> extends Omit<
  TextFieldProps,
  "text" | "onText" | "error" | "value" | "onBlur" | "onKeyDown"
> {
  readonly value: Value;
  /** Returns a text that `read` accepts. */
  readonly write: (value: Value) => string;
  readonly read: (text: string) => ParsedInput<Value>;
  readonly onValue: (value: Value) => void;
}

interface Draft<Value> {
  readonly text: string;
  readonly before: Value;
  readonly meant: Value;
  readonly replaced: Value;
  readonly arrived: boolean;
}

/**
 * Readable text is passed on immediately. Unreadable text restores the value before the draft: "250.000" begins with a
 * readable "250". A new value from outside replaces the text, unless both mean the same.
 */
export function ValueField<Value>({
  value,
  write,
  read,
  onValue,
  ...field
}: ValueFieldProps<Value>): ReactNode {
  const [draft, setDraft] = useState<Draft<Value> | undefined>(undefined);
  // A draft first waits for its own value to arrive. A different value after that came from outside, and wins.
  // The texts are compared, because tokens that are stored as dollars come back with a rounding error.
  const isOwn = draft !== undefined && write(draft.meant) === write(value);
  if (draft?.arrived === false && isOwn) setDraft({ ...draft, arrived: true });
  if (draft !== undefined && !isOwn && (draft.arrived || !Object.is(draft.replaced, value)))
    setDraft(undefined);
  const text = draft?.text ?? write(value);
  const reading = draft === undefined ? undefined : read(draft.text);
  const settle = (): void => {
    if (reading?.ok === true) setDraft(undefined);
  };
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      text={text}
      error={reading?.ok === false ? reading.message : undefined}
      onText={(typed) => {
        const result = read(typed);
        const before = draft === undefined ? value : draft.before;
        const meant = result.ok ? result.value : before;
        setDraft({ text: typed, before, meant, replaced: value, arrived: false });
        if (!Object.is(meant, value)) onValue(meant);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
        if (event.key === "Escape" && draft !== undefined) {
          event.stopPropagation();
          setDraft(undefined);
        }
      }}
    />
  );
}

type AmountFieldProps<Value> = Omit<ValueFieldProps<Value | undefined>, "read" | "write">;

export function UsdField({
  signed = false,
  ...field
}: AmountFieldProps<Usd> & { readonly signed?: boolean }): ReactNode {
  const read = (text: string): ParsedInput<Usd | undefined> => readUsd(text, field.label, signed);
  return <ValueField {...field} write={writeUsd} read={read} before="$" />;
}

export function TokenField(field: AmountFieldProps<TokenAmount>): ReactNode {
  return <ValueField {...field} write={writeTokens} read={readTokens} />;
}

// The field shows two decimals, but keeps the exact value.
function writeShort(value: Ratio | undefined): string {
  return writePercent(value === undefined ? undefined : ratio(Math.round(value * 1e4) / 1e4));
}

export function PercentField({
  write = writeShort,
  ...field
}: AmountFieldProps<Ratio> & { readonly write?: (value: Ratio | undefined) => string }): ReactNode {
  const read = (text: string): ParsedInput<Ratio | undefined> => readPercent(text, field.label);
  return <ValueField {...field} write={write} read={read} after="%" />;
}
