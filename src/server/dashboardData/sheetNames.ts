const MOST_CHARACTERS = 31
/** Spreadsheets reserve this name for themselves. */
const RESERVED = 'history'

/** Names of sheets for these titles, as spreadsheets allow them: short, without special characters, each unique. */
export function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const plain = title.replace(/[\s\p{Cc}[\]:*?/\\]+/gu, ' ').replace(/^[' ]+|[' ]+$/g, '') || 'Sheet'
    for (let count = 1; ; count += 1) {
      const ending = count === 1 ? '' : ` (${count})`
      const name = `${firstCharacters(plain, MOST_CHARACTERS - ending.length)}${ending}`
      const key = name.toLowerCase()
      if (taken.has(key) || key === RESERVED) continue
      taken.add(key)
      return name
    }
  })
}

/** At most this many UTF-16 units, without half a surrogate pair, and without a space or apostrophe at the end. */
function firstCharacters(text: string, most: number): string {
  let cut = ''
  for (const character of text) {
    if (cut.length + character.length > most) break
    cut += character
  }
  return cut.replace(/[' ]+$/, '')
}
