/**
 * A catalogue: the texts of the interface in one language, `src/locales/CODE.json`, one line each, with the English
 * text that was translated. `npm run texts` keeps it in step with the sources.
 */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { languageTag } from '../../src/model/language/languages.ts'
import { isPlainId } from '../../src/model/language/plainTranslator.ts'

export interface Entry {
  /** the English text of the sources */
  en: string
  /** empty: not translated yet, English is shown */
  text: string
  /** the English text that was translated, if it has changed since: the translation must be checked */
  was?: string
}

/** id -> entry, in the order of the sources */
export type Catalogue = Map<string, Entry>

/** Reads a file; throws for one that has another shape. */
export function readCatalogue(json: string): Catalogue {
  const read = JSON.parse(json) as Record<string, Partial<Entry>>
  return new Map(
    Object.entries(read).map(([id, { en, text, was }]) => {
      if (typeof en !== 'string' || typeof text !== 'string') throw new Error(`${id}: "en" and "text" must be texts`)
      return [id, was === undefined ? { en, text } : { en, text, was }]
    }),
  )
}

/** Writes a file: one line for each text. */
export function writeCatalogue(catalogue: Catalogue): string {
  const lines = [...catalogue].map(([id, entry]) => `  ${JSON.stringify(id)}: ${JSON.stringify(entry)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** What `merge` found. */
export interface Merged {
  catalogue: Catalogue
  /** ids without a translation */
  missing: string[]
  /** ids whose English text has changed since it was translated */
  changed: string[]
  /** translated texts that the sources no longer contain */
  gone: string[]
}

/**
 * A catalogue with the texts of the sources: translations are kept, new texts are added without one, texts that the
 * sources no longer contain are removed. A translation that no longer fits a changed English text is kept only as long
 * as it has the same placeholders.
 */
export function merge(texts: ReadonlyMap<string, string>, catalogue: Catalogue, language: string): Merged {
  const merged: Catalogue = new Map()
  for (const [id, en] of texts) {
    const known = catalogue.get(id)
    if (!known || known.text === '') merged.set(id, { en, text: '' })
    else if (known.en === en) merged.set(id, known)
    else {
      const entry = { en, text: known.text, was: known.was ?? known.en }
      merged.set(id, faultsOf(id, entry, language).length === 0 ? entry : { en, text: '' })
    }
  }
  const entries = [...merged]
  return {
    catalogue: merged,
    missing: entries.filter(([, { text }]) => text === '').map(([id]) => id),
    changed: entries.filter(([, { was }]) => was !== undefined).map(([id]) => id),
    gone: [...catalogue].filter(([id, { text }]) => text !== '' && !texts.has(id)).map(([id]) => id),
  }
}

/** What is wrong with a catalogue, one line for each error. Missing translations are not errors: English is shown. */
export function catalogueFaults(texts: ReadonlyMap<string, string>, catalogue: Catalogue, language: string): string[] {
  return [...catalogue].flatMap(([id, entry]) => {
    const en = texts.get(id)
    if (en === undefined) return entry.text === '' ? [] : [`${id}: the sources have no such text. Run npm run texts`]
    return faultsOf(id, { ...entry, en }, language).map((fault) => `${id}: ${fault}: ${entry.text}`)
  })
}

/** What is wrong with one translation. */
function faultsOf(id: string, { en, text }: Entry, language: string): string[] {
  if (text === '') return []
  if (/^\s|\s$/.test(text) !== /^\s|\s$/.test(en)) return ['spaces at its ends']
  // pages search messages for these words
  const lost = ['CSRF', 'UTF-8'].filter((name) => en.includes(name) && !text.includes(name))
  if (lost.length > 0) return [`it lacks ${lost.join(', ')}`]
  if (isPlainId(id)) {
    const [has, needs] = [holesOf(text), holesOf(en)]
    return has === needs ? [] : [`placeholders ${has || 'none'} in place of ${needs || 'none'}`]
  }
  let elements: MessageFormatElement[]
  try {
    elements = parse(text)
  } catch (error) {
    return [`not a message (${error instanceof Error ? error.message : String(error)})`]
  }
  const english = parse(en)
  const [has, needs] = [argumentsOf(elements), argumentsOf(english)]
  const differences = has === needs ? [] : [`placeholders ${has || 'none'} in place of ${needs || 'none'}`]
  const choices = choicesOf(elements)
  const lacking = choicesOf(english).filter((choice) => !choices.includes(choice))
  return [
    ...differences,
    ...lacking.map((choice) => `it lacks the choice ${choice}`),
    ...pluralFaults(elements, language),
  ]
}

const holesOf = (text: string) => [...new Set(text.match(/\{(\d|name|count)\}/g))].toSorted().join(' ')

/** Names of arguments and tags, each once. A plural is an argument: other languages may have none. */
function argumentsOf(elements: readonly MessageFormatElement[]): string {
  const names = new Set<string>()
  for (const element of allOf(elements)) {
    if (element.type === TYPE.tag) names.add(`<${element.value}>`)
    else if (element.type !== TYPE.literal && element.type !== TYPE.pound) names.add(`{${element.value}}`)
  }
  return [...names].toSorted().join(' ')
}

/**
 * The arguments of type `select`, with their cases. A translation may have more of them than the English text: other
 * languages need one where English only appends a letter, as in `{kind}s`.
 */
const choicesOf = (elements: readonly MessageFormatElement[]): string[] =>
  allOf(elements).flatMap((element) =>
    element.type === TYPE.select ? [`{${element.value}: ${Object.keys(element.options).toSorted().join(' ')}}`] : [],
  )

/** The elements of a message, including nested ones. */
function allOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element, ...allOf(element.children)]
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [element]
    return [element, ...Object.values(element.options).flatMap(({ value }) => allOf(value))]
  })
}

/** Forms that a plural lacks, and those that the language does not have. */
function pluralFaults(elements: readonly MessageFormatElement[], language: string): string[] {
  return allOf(elements).flatMap((element) => {
    if (element.type !== TYPE.plural) return []
    const { needed, known } = pluralForms(language, element.pluralType ?? 'cardinal')
    const has = Object.keys(element.options).filter((form) => !form.startsWith('='))
    const missing = needed.filter((form) => !has.includes(form))
    const strange = has.filter((form) => !known.includes(form))
    return [
      ...(missing.length > 0 ? [`the plural of {${element.value}} lacks ${missing.join(', ')}`] : []),
      ...(strange.length > 0 ? [`the language has no plural form ${strange.join(', ')}`] : []),
    ]
  })
}

/** `needed`: the forms of whole numbers below 1000, and `other`. Forms only for millions or fractions are optional. */
function pluralForms(language: string, type: Intl.PluralRuleType) {
  const rules = new Intl.PluralRules(languageTag(language), { type })
  const numbers = Array.from({ length: 1000 }, (_number, index) => rules.select(index))
  return {
    needed: [...new Set<string>([...numbers, 'other'])],
    known: rules.resolvedOptions().pluralCategories as string[],
  }
}
