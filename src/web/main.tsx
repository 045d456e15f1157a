import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { written } from '../model/language/written.ts'
import { bootstrap } from './api/bootstrap.ts'
import { errorTexts } from './api/failure.ts'
import { App } from './app.tsx'
import { startTheme } from './ui/theme.ts'

const root = document.querySelector('#app')
if (!root) throw new Error('The page has no element #app.')

startTheme()
Object.assign(errorTexts, bootstrap.common.conf['ERROR_TEXTS'])
Object.assign(written, bootstrap.common.formats)

/**
 * Renders the page. There is no top-level await: in Safari, a module that is imported twice at the same time would then
 * run before its imports.
 */
const start = () => createRoot(root).render(<App />)
const { locale } = bootstrap.common
if (locale === 'en') start()
else {
  // without its texts, the page is shown in English
  void import('./language/showLanguage.ts')
    .then(({ startLanguage }) => startLanguage(locale, /^\/(superset\/dashboard|embedded)\//.test(location.pathname)))
    .catch(() => undefined)
    .then(start)
}
