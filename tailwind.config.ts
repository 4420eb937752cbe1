// The design tokens: names for every colour, size and radius of the dashboard. The colours' values are custom
// properties in tokens.css, so that both themes use the same class names.
import type { Config } from "tailwindcss";

const token = (name: string): string => `var(--${name})`;

export default {
  content: ["./index.html", "./src/dashboard/**/*.{ts,tsx}"],
  darkMode: ["selector", '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: {
        canvas: token("canvas"),
        surface: token("surface"),
        raised: token("raised"),
        hover: token("hover"),
        pressed: token("pressed"),
        selected: token("selected"),
        inset: token("inset"),
        line: token("line"),
        line2: token("line2"),
        control: token("control"),
        track: token("track"),
        text: token("text"),
        text2: token("text2"),
        text3: token("text3"),
        accent: token("accent"),
        fill: token("fill"),
        "fill-hover": token("fill-hover"),
        "fill-pressed": token("fill-pressed"),
        base: token("base"),
        reward: token("reward"),
        "base-area": token("base-area"),
        "reward-area": token("reward-area"),
        "net-area": token("net-area"),
        danger: token("danger"),
        "danger-bg": token("danger-bg"),
        "danger-line": token("danger-line"),
        "info-bg": token("info-bg"),
        "info-line": token("info-line"),
        badge: token("badge"),
        s1: token("s1"),
        s2: token("s2"),
        s3: token("s3"),
        s4: token("s4"),
      },
      fontFamily: {
        sans: ['"Inter Variable"', "Inter", "ui-sans-serif", "system-ui", "sans-serif"],
        mono: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
      },
      // Font size and line height per use. The only weights are 400, 500 and 600.
      fontSize: {
        lead: ["36px", { lineHeight: "44px", letterSpacing: "-0.03em" }],
        headline: ["26px", { lineHeight: "32px", letterSpacing: "-0.02em" }],
        title: ["20px", "26px"],
        strip: ["18px", "24px"],
        body: ["13px", "20px"],
        rate: ["13.5px", "20px"],
        small: ["12px", "16px"],
        tiny: ["12px", "14px"],
      },
      borderRadius: { item: "4px", control: "6px", panel: "10px", chip: "12px", sheet: "14px" },
      boxShadow: { float: "0 0 0 1px var(--line2), 0 12px 32px rgb(0 0 0 / 0.28)" },
      transitionDuration: { DEFAULT: "150ms" },
    },
  },
} satisfies Config;
