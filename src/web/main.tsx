import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { bootstrap } from './api/bootstrap.ts'
import { errorTexts } from './api/failure.ts'
import { App } from './app.tsx'
import { loadMessages } from './locale.ts'
import { startTheme } from './ui/theme.ts'

const root = document.querySelector('#app')
if (!root) throw new Error('The page has no element #app.')

startTheme()
Object.assign(errorTexts, bootstrap.common.conf['ERROR_TEXTS'])
const { locale } = bootstrap.common
// No top-level await: in Safari, a part that is imported twice at once would then run before its imports.
void loadMessages(locale).then((messages) => createRoot(root).render(<App locale={locale} messages={messages} />))
