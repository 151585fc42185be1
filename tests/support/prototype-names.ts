/** Words that a plain object answers to although nobody put them there: "constructor", "toString", "__proto__" … */
export const prototypeNames = Object.getOwnPropertyNames(Object.prototype)
