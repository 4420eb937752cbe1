/** Providers by the ids of the service. Carrot sends no icon, as some do. */
export const demoProviders = {
  kamino: { id: "kamino", name: "Kamino", icon: "/icons/providers/kamino.svg" },
  jupiter: { id: "jupiter", name: "Jupiter", icon: "/icons/providers/jupiter.svg" },
  marginfi: { id: "marginfi", name: "MarginFi", icon: "/icons/providers/marginfi.svg" },
  lulo: { id: "lulo", name: "Lulo", icon: "/icons/providers/lulo.svg" },
  defituna: { id: "defituna", name: "DefiTuna", icon: "/icons/providers/defituna.svg" },
  carrot: { id: "carrot", name: "Carrot", icon: null },
  dflow: { id: "dflow", name: "DFlow", icon: "/icons/providers/dflow.svg" },
} as const;

export type DemoProviderId = keyof typeof demoProviders;
