/** Everything that a phone has stored, as text: what a finder of the phone could read. */
const requestOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('IndexedDB failed'))
    }
  })

/** Converts bytes to text too. */
const legible = (_: string, value: unknown): unknown => {
  if (value instanceof ArrayBuffer) return new TextDecoder().decode(value)
  return ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value
}

export async function databasesOf(factory: IDBFactory): Promise<string[]> {
  return (await factory.databases()).map(({ name }) => name ?? '').sort()
}

/** Returns all rows of all tables of all databases, with their names. */
export async function bytesOf(factory: IDBFactory): Promise<string> {
  const lines: string[] = []
  for (const name of await databasesOf(factory)) {
    const db = await requestOf(factory.open(name))
    for (const table of db.objectStoreNames) {
      const rows = (await requestOf(db.transaction(table).objectStore(table).getAll())) as unknown[]
      const shown = rows.filter((row) => (row as { k?: unknown }).k !== 'ballast')
      lines.push(`${name}/${table} ${JSON.stringify(shown, legible)}`)
    }
    db.close()
  }
  return lines.join('\n')
}
