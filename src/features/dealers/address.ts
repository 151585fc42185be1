export const dealerAddress = (id: string): string => `/dealer/${encodeURIComponent(id)}`
