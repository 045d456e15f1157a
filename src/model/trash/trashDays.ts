/** Number of days for which deleted objects stay in the trash. */
export const TRASH_DAYS = 30
