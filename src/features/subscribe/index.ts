/** Loads the screens of plans, orders and receipts on demand. */
export const loadSubscriptions = async () =>
  (await import('./choose/subscriptions-screen.tsx')).SubscriptionsScreen
export const loadOrder = async () => (await import('./order-screen.tsx')).OrderScreen
export const loadReceipt = async () => (await import('./receipt-screen.tsx')).ReceiptScreen
