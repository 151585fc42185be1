/** Lanes of what has a version: writes of one lane are sent in order, and screens know the thing by the lane's name. */
export const carLane = (adId: string): string => `car:${adId}`
export const profileLane = (uid: string): string => `profile:${uid}`
