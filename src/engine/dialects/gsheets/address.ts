/** A tab of a spreadsheet; the first tab if the address does not name one. */
export interface SheetAddress {
  spreadsheet: string
  /** The number of the tab. */
  gid?: string
}

/** Addresses as the browser shows them: `https://docs.google.com/spreadsheets/d/ID/edit?gid=0#gid=0`. */
const ADDRESS =
  /^https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)(?<spreadsheet>[\w-]{10,100})(?:[/?#]|$)/

export const isSheetAddress = (text: string): boolean => ADDRESS.test(text.trim())

/** The address that `isSheetAddress` accepts. */
export function sheetAddress(text: string): SheetAddress {
  const spreadsheet = ADDRESS.exec(text.trim())?.groups?.spreadsheet ?? ''
  // the last `gid` counts: the one after # is that of the tab that the user has opened
  const gid = [...text.matchAll(/[?&#]gid=(?<gid>\d+)/g)].at(-1)?.groups?.gid
  return gid === undefined ? { spreadsheet } : { spreadsheet, gid }
}
