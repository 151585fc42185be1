/**
 * One database per person: what A wrote cannot be read or sent as B, and deleting A is deleting a database.
 * The name must be computable at once and in the worker, so it is a plain 53-bit hash and no digest.
 */
function hash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2654435761)
    b = Math.imul(b ^ c, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

export const userPartition = (uid: string) => `u_${hash(uid)}`
export const guestPartition = (device: string) => `g_${device}`
/** Row of the public `meta`: the partitions on screen, for the worker to count what waits in them. */
export const shownRow = 'shown'
