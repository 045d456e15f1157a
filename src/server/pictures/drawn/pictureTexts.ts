import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StillInput } from '../../../charts/shared/contract.ts'
import { isPlainId, isTemplate, plainTranslator } from '../../../model/language/plainTranslator.ts'

/** The texts of pictures in one language. */
export interface PictureTexts {
  /** The text of a message with names in braces; messages of pictures have no plurals. */
  message: StillInput<unknown>['text']
  /** Translates a plain English text. */
  translate: (text: string) => string
}

type Catalogue = Record<string, { en: string; text: string } | undefined>

const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const known = new Map<string, PictureTexts>()

/** English if there is no language, or no catalogue of it. */
export function pictureTexts(language = 'en'): PictureTexts {
  let texts = known.get(language)
  if (!texts) {
    texts = textsOf(catalogueOf(language))
    known.set(language, texts)
  }
  return texts
}

function catalogueOf(language: string): Catalogue {
  // it is part of a path
  const isCode = /^[a-z]{2}(_[A-Z]{2})?$/.test(language)
  const file = join(import.meta.dirname, `../../../locales/${language}.json`)
  return isCode && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : {}
}

function textsOf(catalogue: Catalogue): PictureTexts {
  const plain = Object.entries(catalogue).flatMap(([id, entry]) =>
    isPlainId(id) && entry && entry.text !== '' ? [{ id, ...entry }] : [],
  )
  const templates = plain.filter(({ en }) => isTemplate(en)).map(({ en, text }) => [en, text])
  return {
    message: ({ id, defaultMessage }, values = {}) =>
      filled(catalogue[id ?? '']?.text || String(defaultMessage ?? ''), values),
    translate: plainTranslator({
      texts: Object.fromEntries(plain.map(({ id, text }) => [id, text])),
      templates: Object.fromEntries(templates),
    }),
  }
}
