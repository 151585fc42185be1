/**
 * State of a write on the server (S01). Free of zod, for the service worker. `applied`: the write had its effect. `void`: the
 * write was withdrawn and will never have an effect. `unknown`: the write has not arrived.
 */
export const receiptStates = ['applied', 'void', 'unknown'] as const
export type ReceiptState = (typeof receiptStates)[number]

/** Path of the call that makes the server refuse the key from then on, below the base path. */
export const voidPath = (key: string) => `sync/receipt/${encodeURIComponent(key)}/void`
