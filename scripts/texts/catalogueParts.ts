import type { Plugin } from 'vite'
import { isPlainId, isTemplate } from '../../src/model/language/plainTranslator.ts'
import { elements } from '../compiledTexts.ts'
import { readCatalogue } from './catalogue.ts'

/**
 * Areas of texts that pages with dashboards show before anything is opened, including charts that have their own texts.
 */
const firstAreas =
  /^(dashboard(?!\.(edit|builder|elements|properties|save|css))|ui|shell|nav|navRail|navigationButton|pageHeader|chart|filter|drill|leftOut|viewing|star|stars|certified|undo|safeHtml|userMenu|newEntries|places|signInAgain|table|pivotTable|timeTable|pairedTTest|map|mapbox|handlebars|cartodiagram|weightedMap|bigNumber|rawRows|timeFormat|viewQuery|deck[A-Z]\w*|modified|shortcuts|signIn\w*|home|recents|notFound)(\.|$)/

/** Areas of the editors. */
const editingAreas = /^(dashboard|control|explore|sqlLab|dashboardProperties|cronPicker|queryPreview)(\.|$)/

export const catalogueParts = ['first', 'screens', 'editing', 'charts', 'messages'] as const
type Part = (typeof catalogueParts)[number]

/** The part of a catalogue that a text belongs to. Labels of charts are plain texts that do not end as sentences do. */
export function partOf(id: string, en: string): Part {
  if (isPlainId(id)) return isTemplate(en) || /[.…]$/.test(en) ? 'messages' : 'charts'
  const area = id.slice(0, id.lastIndexOf('.'))
  if (firstAreas.test(area)) return 'first'
  return editingAreas.test(area) ? 'editing' : 'screens'
}

/** One part of a catalogue as pages load it: only texts with a translation, with messages parsed. */
export function catalogueModule(json: string, part: string) {
  const messages: Record<string, unknown> = {}
  const templates: Record<string, string> = {}
  for (const [id, { en, text }] of readCatalogue(json)) {
    if (text === '' || text === en || partOf(id, en) !== part) continue
    if (!isPlainId(id)) messages[id] = elements(text)
    else if (isTemplate(en)) templates[en] = text
    else messages[id] = text
  }
  return { messages, templates }
}

const request = /src[\\/]locales[\\/][^\\/]+\.json\?part=(\w+)$/

/** Serves `src/locales/de.json?part=first`. */
export function catalogues(): Plugin {
  return {
    name: 'sextant:catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: request },
      handler: (code, id) => ({
        code: `export default ${JSON.stringify(catalogueModule(code, request.exec(id)?.[1] ?? ''))}`,
        moduleType: 'js',
        map: null,
      }),
    },
  }
}
