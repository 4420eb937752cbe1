/** Providers by the ids of the service. Carrot sends no icon, as some do. */
export const demoProviders = {
  kamino: { id: "kamino", name: "Kamino", icon: "/icons/providers/kamino.png" },
  jupiter: { id: "jupiter", name: "Jupiter", icon: "/icons/providers/jupiter.png" },
  marginfi: { id: "marginfi", name: "MarginFi", icon: "/icons/providers/marginfi.png" },
  lulo: { id: "lulo", name: "Lulo", icon: "/icons/providers/lulo.png" },
  defituna: { id: "defituna", name: "DefiTuna", icon: "/icons/providers/defituna.png" },
  carrot: { id: "carrot", name: "Carrot", icon: null },
  dflow: { id: "dflow", name: "DFlow", icon: "/icons/providers/dflow.png" },
} as const;

export type DemoProviderId = keyof typeof demoProviders;
