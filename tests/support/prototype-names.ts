/** Names that every plain object inherits: "constructor", "toString", "__proto__" … */
export const prototypeNames = Object.getOwnPropertyNames(Object.prototype)
