// The limit: typed arrays, and elements that are made once and written to.
import "./peers.css";
import { ColumnStore, columns, pages, rowHeight } from "./markets.ts";

const store = new ColumnStore();
const spare = 2;

function element(className: string, role?: string): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  if (role !== undefined) made.role = role;
  return made;
}

const tools = element("tools");
tools.innerHTML =
  '<input type="search" aria-label="Search markets"><label><input type="checkbox">Only with rewards</label>';
const region = element("region");
const table = element("table", "table");
const head = element("head", "row");
const body = element("body", "rowgroup");
body.style.position = "relative";
table.append(head, body);
region.append(table);
document.body.append(tools, region);
head.style.width = body.style.width = `${columns.length * 110}px`;

for (const column of columns) {
  const header = element("cell", "columnheader");
  const button = document.createElement("button");
  button.textContent = column.name;
  button.addEventListener("click", () => {
    const { sort } = store;
    store.orderBy({ column, descending: sort.column === column ? !sort.descending : column.isNumber });
    for (const other of head.children) other.removeAttribute("aria-sort");
    header.ariaSort = store.sort.descending ? "descending" : "ascending";
    region.scrollTop = 0;
    draw();
  });
  header.append(button);
  head.append(header);
}

const [search, rewards] = tools.querySelectorAll("input");
const filter = (): void => {
  store.filter(search?.value ?? "", rewards?.checked ?? false);
  draw();
};
search?.addEventListener("input", filter);
rewards?.addEventListener("change", filter);
region.addEventListener("scroll", () => draw(), { passive: true });

interface Slot {
  readonly row: HTMLElement;
  readonly cells: readonly Text[];
  index: number;
  market: number;
}
const slots: Slot[] = [];

function slotAt(at: number): Slot {
  let slot = slots[at];
  if (slot === undefined) {
    const row = element("row", "row");
    const cells = columns.map(({ isNumber }) => {
      const cell = element(isNumber ? "cell number" : "cell", "cell");
      const text = document.createTextNode("");
      cell.append(text);
      row.append(cell);
      return text;
    });
    body.append(row);
    slots[at] = slot = { row, cells, index: -1, market: -1 };
  }
  return slot;
}

function draw(): void {
  const { shown, markets } = store;
  table.ariaRowCount = String(shown.length + 1);
  body.style.height = `${shown.length * rowHeight}px`;
  const start = Math.max(0, Math.floor(region.scrollTop / rowHeight) - spare);
  const count = Math.ceil(region.clientHeight / rowHeight) + 2 * spare;
  const end = Math.min(shown.length, start + count);
  for (let index = start; index < start + count; index += 1) {
    const slot = slotAt(index % count);
    const market = index < end ? (shown[index] ?? -1) : -1;
    if (slot.market === market && slot.index === index) continue;
    slot.row.hidden = market < 0;
    if (slot.index !== index) {
      slot.row.style.transform = `translateY(${index * rowHeight}px)`;
      slot.row.ariaRowIndex = String(index + 2);
      slot.index = index;
    }
    const sent = markets[market];
    if (sent !== undefined && slot.market !== market)
      columns.forEach(({ write }, at) => {
        const text = write(sent);
        const cell = slot.cells[at];
        if (cell !== undefined && cell.data !== text) cell.data = text;
      });
    slot.market = market;
  }
}

for await (const page of pages()) {
  store.add(page);
  draw();
}
