import { timeNames } from '../../model/language/formatNames.ts'
import { directionOf, languageTag } from '../../model/language/languages.ts'
import { plainTranslator } from '../../model/language/plainTranslator.ts'
import { written } from '../../model/language/written.ts'
import { bootstrap } from '../api/bootstrap.ts'
import { setPlainText } from '../ui/text.ts'
import { useLanguage } from './language.ts'

/** A part of a catalog, as created by the build (`scripts/texts/catalogueParts.ts`). */
interface Part {
  /** id -> message */
  messages: Record<string, string>
  /** plain texts with variable parts: English -> translation */
  templates: Record<string, string>
}

type Loaders = Record<string, () => Promise<Part>>

/** The texts of pages that show dashboards, and the rest in files of at most 30 KB. */
const first: Loaders = import.meta.glob<Part>('../../locales/*.json', { query: '?part=first', import: 'default' })
const others: Loaders[] = [
  import.meta.glob<Part>('../../locales/*.json', { query: '?part=screens', import: 'default' }),
  import.meta.glob<Part>('../../locales/*.json', { query: '?part=editing', import: 'default' }),
  import.meta.glob<Part>('../../locales/*.json', { query: '?part=charts', import: 'default' }),
  import.meta.glob<Part>('../../locales/*.json', { query: '?part=messages', import: 'default' }),
]

/** A language without a catalog is shown in English. */
const nothing: Part = { messages: {}, templates: {} }

const load = (loaders: Loaders[], code: string) =>
  Promise.all(loaders.map(async (loader) => (await loader[`../../locales/${code}.json`]?.()) ?? nothing))

/** The last language that was requested: a later response for an earlier language is ignored. */
let wanted = ''

function show(code: string, parts: Part[]): void {
  if (code !== wanted) return
  const messages: Part['messages'] = Object.assign({}, ...parts.map((part) => part.messages))
  const templates: Part['templates'] = Object.assign({}, ...parts.map((part) => part.templates))
  written.translate = plainTranslator({ texts: messages, templates })
  setPlainText(written.translate)
  written.language = languageTag(code)
  document.documentElement.lang = written.language
  document.documentElement.dir = directionOf(code)
  if (!bootstrap.common.formats?.times) {
    written.times = timeNames(code)
    written.madeTimes.clear()
  }
  useLanguage.setState({ code, messages })
}

/** Loads the texts of a language and shows the page in it, without losing the state of the page. */
export async function showLanguage(code: string): Promise<void> {
  wanted = code
  show(code, code === 'en' ? [] : await load([first, ...others], code))
}

/** Like `showLanguage`, for a page that is starting: a dashboard does not wait for the texts of other screens. */
export async function startLanguage(code: string, isDashboard: boolean): Promise<void> {
  if (!isDashboard) return showLanguage(code)
  wanted = code
  show(code, await load([first], code))
  // the dashboard is already in the reader's language; other texts remain English until they are loaded
  void showLanguage(code).catch(() => undefined)
}
