/** Returns the address of the conversation with one person. */
export const chatWithAddress = (person: string): string => `/chat?with=${encodeURIComponent(person)}`
