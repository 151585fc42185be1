/**
 * What the server knows of a write (S01). Free of zod, for the service worker.
 * `applied`: it had its effect. `void`: it was taken back and never will have one. `unknown`: it has not arrived.
 */
export const receiptStates = ['applied', 'void', 'unknown'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Below the base path; asks the server to refuse the key for ever. */
export const voidPath = (key: string) => `sync/receipt/${encodeURIComponent(key)}/void`
