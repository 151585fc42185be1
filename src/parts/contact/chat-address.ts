/** Where the conversation with one person is read. */
export const chatWithAddress = (person: string): string => `/chat?with=${encodeURIComponent(person)}`
