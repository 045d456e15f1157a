import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIntl } from 'react-intl'
import type { StillInput } from '../../../charts/shared/contract.ts'
import { languageTag } from '../../../model/language/languages.ts'
import { isPlainId, isTemplate, plainTranslator } from '../../../model/language/plainTranslator.ts'

/** The texts of pictures in one language. */
export interface PictureTexts {
  /** The text of a message with its values. */
  message: StillInput<unknown>['text']
  /** Translates a plain English text. */
  translate: (text: string) => string
}

type Catalogue = Record<string, { en: string; text: string } | undefined>

type Values = Record<string, string | number>

const filled = (text: string, values: Values) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const counted = (text: string, values: Values, locale: string) =>
  createIntl({ locale, messages: { text } }).formatMessage({ id: 'text' }, values)

/** Whether a text has numbers or plural forms. */
const isCounting = (text: string) => /\{\w+,/.test(text)

const known = new Map<string, PictureTexts>()

/** English if there is no language, or no catalogue of it. */
export function pictureTexts(language = 'en'): PictureTexts {
  let texts = known.get(language)
  if (!texts) {
    texts = textsOf(catalogueOf(language), languageTag(language))
    known.set(language, texts)
  }
  return texts
}

function catalogueOf(language: string): Catalogue {
  // the code becomes part of a path
  const isCode = /^[a-z]{2}(_[A-Z]{2})?$/.test(language)
  const file = join(import.meta.dirname, `../../../locales/${language}.json`)
  return isCode && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {}
}

function textsOf(catalogue: Catalogue, locale: string): PictureTexts {
  const plain = Object.entries(catalogue).flatMap(([id, entry]) =>
    isPlainId(id) && entry && entry.text !== '' ? [{ id, ...entry }] : [],
  )
  const templates = plain.filter(({ en }) => isTemplate(en)).map(({ en, text }) => [en, text])
  return {
    message({ id, defaultMessage }, values = {}) {
      const own = catalogue[id ?? '']?.text
      const text = own || String(defaultMessage ?? '')
      // a text that is not translated is in English, with the plural forms of English
      return isCounting(text) ? counted(text, values, own ? locale : 'en') : filled(text, values)
    },
    translate: plainTranslator({
      texts: Object.fromEntries(plain.map(({ id, text }) => [id, text])),
      templates: Object.fromEntries(templates),
    }),
  }
}
