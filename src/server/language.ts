import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages, wantedLanguage } from '../model/language/languages.ts'
import { isPlainId, isTemplate, plainTranslator } from '../model/language/plainTranslator.ts'
import { readCookie, setCookie } from './access/cookies.ts'
import { rightsChanged } from './access/subjects.ts'
import type { Services } from './services.ts'

/** The cookie with the language chosen in this browser, for visitors who are not signed in or have chosen none. */
const cookie = 'language'
const cookieLifeS = 365 * 86_400

const fileOf = (code: string) => join(import.meta.dirname, `../locales/${code}.json`)

/** English, and the languages with a catalogue. */
const withCatalogue = languages.filter(({ code }) => code === 'en' || existsSync(fileOf(code)))

/** The languages that pages can be shown in. Before the first build, these are all languages with a catalogue. */
export function offeredLanguages({ assets }: Services): readonly Language[] {
  return assets ? languages.filter(({ code }) => assets.languages.includes(code)) : withCatalogue
}

/** The language of a request's pages: the user's choice, the browser's cookie, the browser's preference, English. */
export const languageOf = (services: Services, request: FastifyRequest): string =>
  namedLanguageOf(services, request) ?? 'en'

/** The same, but undefined for a request that names no language, such as that of a program. */
export function namedLanguageOf(services: Services, request: FastifyRequest): string | undefined {
  const offered = offeredLanguages(services).map(({ code }) => code)
  const chosen = [request.subject.user?.language, readCookie(request, cookie)]
  const accepted = request.headers['accept-language']
  return (
    chosen.find((code) => code !== undefined && offered.includes(code)) ??
    (accepted === undefined ? undefined : wantedLanguage(accepted, offered))
  )
}

/**
 * Sets the language of the browser and of its user, also for mails. False if it is not offered. An administrator who
 * views the product as another user does not change that user's language.
 */
export async function chooseLanguage(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
): Promise<boolean> {
  if (!offeredLanguages(services).some((language) => language.code === code)) return false
  setCookie(reply, cookie, code, { secure: services.secureCookies, maxAgeS: cookieLifeS })
  const { user } = request.subject
  if (user && !request.viewer && user.language !== code) {
    await services.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ language: code }).where('id', '=', user.id).execute()
      await rightsChanged(trx)
    })
  }
  return true
}

/** The content of a file in `src/locales`: the texts by id. */
type Catalogue = Record<string, { en: string; text: string }>

const catalogues = new Map<string, Promise<Catalogue>>()

/** The catalogue of a language, read once; empty for English. */
async function catalogueOf(code: string): Promise<Catalogue> {
  if (code === 'en' || !withCatalogue.some((language) => language.code === code)) return {}
  let catalogue = catalogues.get(code)
  if (!catalogue) {
    catalogue = readCatalogue(code)
    catalogues.set(code, catalogue)
  }
  return catalogue
}

/** Translates what the server writes to a user. */
export interface Voice {
  code: string
  /** Takes an English text of the sources with its variable parts filled in, and returns the translation. */
  translate: (text: string) => string
}

const voices = new Map<string, Promise<Voice>>()

/** The translator for a language, or the one for English if the language has no catalogue. */
export function voiceOf(code: string): Promise<Voice> {
  let voice = voices.get(code)
  if (!voice) {
    voice = catalogueOf(code).then((catalogue) => {
      const translated = Object.entries(catalogue).filter(([id, { text }]) => isPlainId(id) && text !== '')
      const templates = translated.filter(([, { en }]) => isTemplate(en)).map(([, { en, text }]) => [en, text])
      const texts = translated.map(([id, { text }]) => [id, text])
      const translate = plainTranslator({ texts: Object.fromEntries(texts), templates: Object.fromEntries(templates) })
      return { code: translated.length > 0 ? code : 'en', translate }
    })
    voices.set(code, voice)
  }
  return voice
}

/** Plural rules in the notation of gettext, for the original's front end. */
const pluralForms: Record<string, string> = {
  fr: 'nplurals=2; plural=(n > 1)',
  pt_BR: 'nplurals=2; plural=(n > 1)',
  ja: 'nplurals=1; plural=0',
  ko: 'nplurals=1; plural=0',
  zh: 'nplurals=1; plural=0',
  ru: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)',
  sk: 'nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2)',
  sl: 'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)',
}

const readCatalogue = async (code: string) => JSON.parse(await readFile(fileOf(code), 'utf8')) as Catalogue

/** Maximum characters of an English text in a pack: the original's front end shares only short labels with ours. */
const longestWord = 24

const packs = new Map<string, Promise<Record<string, unknown>>>()

/**
 * The words of a language, keyed by the English words, in the format of gettext for browsers (Jed). The original's
 * front end stays blank without the entry of the domain.
 */
export function languagePack(code: string): Promise<Record<string, unknown>> {
  let pack = packs.get(code)
  if (!pack) {
    pack = catalogueOf(code).then((catalogue) => ({
      domain: 'superset',
      locale_data: {
        superset: {
          '': { domain: 'superset', lang: code, plural_forms: pluralForms[code] ?? 'nplurals=2; plural=(n != 1)' },
          ...wordsOf(catalogue),
        },
      },
    }))
    packs.set(code, pack)
  }
  return pack
}

const wordsOf = (catalogue: Catalogue) =>
  Object.fromEntries(
    Object.values(catalogue)
      .filter(({ en, text }) => text !== '' && text !== en && en.length <= longestWord && !/[{<]/.test(en))
      .map(({ en, text }) => [en, [text]]),
  )
