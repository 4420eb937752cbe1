// The fastest page we can write: arrays of values, and elements that are created once and then reused.
import "./peers.css";
import { columns, firstSort, hasRewards, pages, rowHeight, searchText, type SentMarket } from "./markets.ts";

const spare = 2;
const markets: SentMarket[] = [];
/** Reads each value of a column only once. */
const read = columns.map((column) => ({ column, values: Array.of<number | string | undefined>() }));
const texts: string[] = [];
/** Positions of all markets, and of the displayed ones. */
const order: number[] = [];
let shown: readonly number[] = [];
let sort = firstSort;

function add(parent: Element, className: string, role: string | null = null): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.role = role;
  return parent.appendChild(made);
}

const tools = add(document.body, "tools");
tools.innerHTML =
  '<input type="search" aria-label="Search markets"><label><input type="checkbox">Only with rewards</label>';
const [search, rewards] = tools.querySelectorAll("input");
const region = add(document.body, "region");
const table = add(region, "table", "table");
const head = add(table, "head", "row");
const body = add(table, "body", "rowgroup");
body.style.position = "relative";
head.style.width = body.style.width = `${columns.length * 110}px`;
for (const column of columns) {
  const header = add(head, "cell", "columnheader");
  const button = header.appendChild(document.createElement("button"));
  button.textContent = column.name;
  button.addEventListener("click", () => {
    sort = { column, descending: sort.column === column ? !sort.descending : column.isNumber };
    for (const other of head.children) other.ariaSort = null;
    header.ariaSort = sort.descending ? "descending" : "ascending";
    region.scrollTop = 0;
    arrange();
  });
}
search?.addEventListener("input", select);
rewards?.addEventListener("change", select);
region.addEventListener("scroll", draw, { passive: true });

function arrange(): void {
  const values = read.find(({ column }) => column === sort.column)?.values ?? [];
  const sign = sort.descending ? -1 : 1;
  // Sorting an array that is nearly sorted takes one pass.
  order.sort((a, b) => {
    const one = values[a];
    const other = values[b];
    if (one === other) return 0;
    if (one === undefined) return 1;
    return other === undefined ? -1 : one < other ? -sign : sign;
  });
  select();
}

function select(): void {
  const wanted = search?.value.toLowerCase() ?? "";
  shown = order.filter((at) => {
    const market = markets[at];
    if (rewards?.checked === true && (market === undefined || !hasRewards(market))) return false;
    return wanted === "" || texts[at]?.includes(wanted) === true;
  });
  draw();
}

function makeSlot() {
  const row = add(body, "row", "row");
  const cells = columns.map(({ isNumber }) =>
    add(row, isNumber ? "cell number" : "cell", "cell").appendChild(new Text()),
  );
  return { row, cells, index: -1, market: -1 };
}
const slots: ReturnType<typeof makeSlot>[] = [];

function draw(): void {
  table.ariaRowCount = String(shown.length + 1);
  body.style.height = `${shown.length * rowHeight}px`;
  const start = Math.max(0, Math.floor(region.scrollTop / rowHeight) - spare);
  const count = Math.ceil(region.clientHeight / rowHeight) + 2 * spare;
  for (let index = start; index < start + count; index += 1) {
    const slot = (slots[index % count] ??= makeSlot());
    const market = shown[index] ?? -1;
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
  for (const market of page) {
    order.push(markets.push(market) - 1);
    for (const { column, values } of read) values.push(column.read(market));
    texts.push(searchText(market));
  }
  arrange();
}
