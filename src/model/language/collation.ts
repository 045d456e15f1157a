const collators = new Map<string, Intl.Collator>()

/** How a language (a BCP 47 tag) sorts names in lists and pickers of the server. Results are never sorted by it. */
export function collatorOf(language: string): Intl.Collator {
  let collator = collators.get(language)
  if (!collator) {
    collator = new Intl.Collator(language)
    collators.set(language, collator)
  }
  return collator
}
