/** Deleted objects stay in the trash for this long. */
export const TRASH_DAYS = 30
