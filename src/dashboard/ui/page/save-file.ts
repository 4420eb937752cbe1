export function saveText(text: string, name: string): void {
  const type = name.endsWith(".json") ? "application/json" : "text/csv;charset=utf-8";
  saveFile(new Blob([text], { type }), name);
}

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file only after this task. A minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export function exportFileName(exportedAt: number, extension: "csv" | "json", what: string): string {
  const subject = what.replaceAll(/[^\w.-]+/g, "_");
  return `yieldboard-${subject}${new Date(exportedAt).toISOString().slice(0, 19).replaceAll(":", "-")}Z.${extension}`;
}
