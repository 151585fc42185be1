/** Lanes of items with a version: writes of one lane are sent in order, and screens identify the item by its lane. */
export const carLane = (adId: string): string => `car:${adId}`
export const profileLane = (uid: string): string => `profile:${uid}`
