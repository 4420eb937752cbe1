// Prediction markets: structure, ticker shapes, settlement tokens and price rules as seen on DFlow by 2026-10-04. The series
// CONTROLH, CONTROLS, KXFEDDECISION, KXBALANCEPOWERCOMBO, SENATEME, KXDHOUSESEATS and BTCD are real; the other series, all
// periods and all chances are made up for the simulation.

/** One question. `{date}` in the title becomes the day trading closes. */
export interface EventTemplate {
  readonly series: string;
  /** Days from one opening to the next: an event opens, closes, settles, and its successor opens. */
  readonly periodDays: 30 | 90 | 365;
  readonly title: string;
  /** exclusive: exactly one outcome happens. ladder: thresholds in rising order, each less likely than the one before. */
  readonly kind: "exclusive" | "ladder";
  /** `lean` orders the chances: larger is likelier (exclusive) or how far out the threshold lies (ladder). */
  readonly outcomes: readonly (readonly [code: string, subtitle: string, lean: number])[];
}

/** Each outcome is listed once per settlement token. */
export const settlementSymbols = ["USDC", "CASH"] as const;

const ladder = (
  series: string,
  periodDays: EventTemplate["periodDays"],
  title: string,
  steps: readonly string[],
): EventTemplate => ({
  series,
  periodDays,
  title,
  kind: "ladder",
  outcomes: steps.map((step, index) => [
    `T${step.replaceAll(/[^\d.]/g, "")}`,
    `Above ${step}`,
    index - (steps.length - 1) / 2,
  ]),
});

const exclusive = (
  series: string,
  periodDays: EventTemplate["periodDays"],
  title: string,
  outcomes: EventTemplate["outcomes"],
): EventTemplate => ({ series, periodDays, title, kind: "exclusive", outcomes });

export const eventTemplates: readonly EventTemplate[] = [
  exclusive("KXFEDDECISION", 30, "What does the Fed decide by {date}?", [
    ["H0", "Hold", 1.4],
    ["C25", "Cut by 25 bp", 0.9],
    ["C26", "Cut by more than 25 bp", -1.2],
    ["H25", "Raise", -1.5],
  ]),
  ladder("BTCD", 30, "Bitcoin price on {date}?", ["$62,749.99", "$72,749.99", "$82,749.99", "$92,749.99"]),
  exclusive("CONTROLH", 365, "Which party wins the U.S. House? ({date})", [
    ["D", "Democratic Party", 0.9],
    ["R", "Republican Party", -0.4],
  ]),
  ladder("KXSOLD", 30, "SOL price on {date}?", ["$70", "$90", "$120"]),
  ladder("KXCPIYOY", 30, "US inflation, year on year, as reported by {date}?", ["2.4 %", "2.8 %", "3.2 %"]),
  exclusive("CONTROLS", 365, "Which party wins the U.S. Senate? ({date})", [
    ["R", "Republican Party", 0.5],
    ["D", "Democratic Party", 0],
  ]),
  ladder("KXETHD", 30, "Ether price on {date}?", ["$1,700", "$2,100", "$2,600"]),
  ladder("KXU3", 30, "US unemployment rate as reported by {date}?", ["4.1 %", "4.4 %", "4.7 %"]),
  exclusive("KXBALANCEPOWERCOMBO", 365, "Balance of power in Congress after {date}?", [
    ["DR", "Democratic House, Republican Senate", 0.8],
    ["RR", "Republican House and Senate", 0.1],
    ["DD", "Democratic House and Senate", 0],
    ["RD", "Republican House, Democratic Senate", -2.2],
  ]),
  ladder("KXINX", 30, "S&P 500 close on {date}?", ["6,600", "6,900", "7,200"]),
  ladder("KXNASDAQ", 30, "Nasdaq-100 close on {date}?", ["23,500", "25,000", "26,500"]),
  exclusive("SENATEME", 365, "Which party wins the Senate seat of Maine? ({date})", [
    ["D", "Democratic Party", 0.2],
    ["R", "Republican Party", 0.2],
  ]),
  ladder("KXGOLD", 30, "Gold price on {date}?", ["$4,400", "$4,900", "$5,400"]),
  ladder("KXWTI", 30, "Oil price (WTI) on {date}?", ["$55", "$63", "$72"]),
  ladder("KXDHOUSESEATS", 365, "Democratic seats in the U.S. House after {date}?", [
    "212",
    "218",
    "226",
    "235",
  ]),
  ladder("KXEURUSD", 30, "EUR/USD on {date}?", ["1.12", "1.16", "1.20"]),
  ladder("KXPAYROLLS", 30, "New US jobs as reported by {date}?", ["0", "75,000", "150,000"]),
  ladder("KXMORTGAGE", 30, "US 30-year mortgage rate on {date}?", ["5.9 %", "6.2 %", "6.5 %"]),
  ladder("KXGAS", 30, "US gasoline price on {date}?", ["$2.90", "$3.10", "$3.30"]),
  ladder("KXSOLTVL", 30, "Value locked on Solana on {date}?", ["$7 B", "$9 B", "$11 B"]),
  ladder("KXSTABLES", 30, "Stablecoins on Solana on {date}?", ["$12 B", "$14 B", "$16 B"]),
  ladder("KXETHBTC", 30, "ETH/BTC on {date}?", ["0.024", "0.028", "0.032"]),
  ladder("KXHIGHNY", 30, "Hottest day in New York until {date}?", ["70 °F", "80 °F", "90 °F"]),
  ladder("KXRAINSEA", 30, "Rain in Seattle until {date}?", ["1 in", "3 in", "5 in"]),
  ladder("KXTSA", 30, "US airport travellers a day until {date}?", ["2.3 M", "2.5 M", "2.7 M"]),
  ladder("KXSOLTPS", 30, "Transactions a second on Solana on {date}?", ["900", "1,200", "1,500"]),
  exclusive("KXECB", 30, "What does the ECB decide by {date}?", [
    ["H0", "Hold", 1.9],
    ["C25", "Cut", -0.3],
    ["H25", "Raise", -0.9],
  ]),
  ladder("KXJUPTVL", 30, "Deposits at Solana lenders on {date}?", ["$3 B", "$4 B", "$5 B"]),
  ladder("KXGDP", 90, "US growth, annualised, as reported by {date}?", ["1 %", "2 %", "3 %"]),
  exclusive("KXRECESSION", 365, "Does a US recession start by {date}?", [["Y", "Recession starts", 0]]),
  exclusive("KXSHUTDOWN", 90, "Does the US government shut down by {date}?", [["Y", "Shutdown", 0]]),
  ladder("KXSOLETF", 90, "Inflow to staked-SOL funds until {date}?", ["$200 M", "$500 M", "$1 B"]),
  ladder("KXSOLSTAKE", 90, "Share of SOL staked on {date}?", ["64 %", "67 %", "70 %"]),
  ladder("KXBTCMAXY", 365, "Highest Bitcoin price until {date}?", ["$95,000", "$110,000", "$126,000"]),
  ladder("KXSOLMAXY", 365, "Highest SOL price until {date}?", ["$130", "$200", "$290"]),
  ladder("KXSTORMS", 90, "Named Atlantic storms until {date}?", ["3", "7", "11"]),
  ladder("KXFEDRATE", 365, "Fed funds rate (upper bound) on {date}?", ["2.75 %", "3.25 %", "3.75 %"]),
  ladder("KX10Y", 30, "US 10-year yield on {date}?", ["3.8 %", "4.1 %", "4.4 %"]),
  ladder("KXVIX", 30, "Volatility index on {date}?", ["15", "20", "27"]),
  ladder("KXJITOSOL", 90, "JitoSOL supply on {date}?", ["11 M", "13 M", "15 M"]),
  ladder("KXCOPPER", 30, "Copper price on {date}?", ["$4.80", "$5.40", "$6.00"]),
];
