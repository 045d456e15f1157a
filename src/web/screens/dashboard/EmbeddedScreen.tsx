import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DataMasks } from '../../../model/dashboard/dashboardState.ts'
import { bootstrap } from '../../api/bootstrap.ts'
import { onSignedOut, sendGuestToken } from '../../api/client.ts'
import { createDashboardPermalink } from '../../api/permalinks.ts'
import { CenteredNote } from '../../ui/CenteredNote.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { showTheme, type ThemeChoice } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.ts'
import { DashboardOf } from './DashboardScreen.tsx'
import { type Answers, listen, portOf, receiveMessages, tell } from './hostCalls.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { useSession } from './state/session.ts'
import { shareState } from './useShare.ts'

const texts = defineTexts('dashboard.embedded', {
  alone: 'This page is intended to be embedded in an iframe, but it looks like that is not the case.',
  failed: 'Something went wrong with embedded authentication. Check the dev console for details.',
  ended:
    'This session has encountered an interruption. The page that embeds this dashboard must send a new guest token.',
})

/** The names of themes in the SDK for embedding. */
const themes: Readonly<Record<string, ThemeChoice>> = { default: 'light', dark: 'dark', system: 'system' }

function setTheme(mode: unknown): void {
  const theme = typeof mode === 'string' && Object.hasOwn(themes, mode) ? themes[mode] : undefined
  if (theme) showTheme(theme)
}

/** The bit of `uiConfig` with which the embedding page requests notifications of changed filters. */
const EMITS_FILTERS = 16

const search = () => new URLSearchParams(location.search)

/** `/embedded/{uuid}`: a dashboard in the page of another site, which provides a guest token. */
export function EmbeddedScreen() {
  const t = useText()
  const [isReady, setIsReady] = useState(false)
  const answers = useRef<Answers>({})
  const host = useRef<MessagePort>(undefined)
  const dashboardId = bootstrap.embedded?.dashboard_id

  useEffect(() => {
    if (window.parent === window) return
    setTheme(search().get('themeMode'))
    let goOn: () => void = () => undefined
    // while a token is missing, calls wait for the next one from the embedding page
    onSignedOut(() => {
      toast.danger(t(texts.ended), { noDuplicate: true, durationMs: -1 })
      return new Promise((resolve) => {
        goOn = resolve
      })
    })
    const onMessage = (event: MessageEvent) => {
      const port = portOf(event)
      if (!port) return
      host.current = port
      const setThemeMode = (args: unknown) => setTheme((args as { mode?: unknown } | undefined)?.mode)
      listen(port, () => ({ ...answers.current, guestToken: takeToken, setThemeMode }))
    }
    function takeToken(args: unknown) {
      const token = (args as { guestToken?: unknown } | undefined)?.guestToken
      if (typeof token !== 'string') return
      sendGuestToken(token)
      setIsReady(true)
      goOn()
    }
    return receiveMessages(onMessage)
  }, [t])

  if (window.parent === window) return <CenteredNote text={t(texts.alone)} />
  if (dashboardId === undefined) return <CenteredNote text={t(texts.failed)} />
  if (!isReady) return <LoadingPage />
  return (
    <DashboardOf idOrSlug={dashboardId}>
      <HostAnswers
        onAnswers={(given) => (answers.current = given)}
        onFilters={(change) => host.current && tell(host.current, 'observeDataMask', change)}
      />
    </DashboardOf>
  )
}

interface HostAnswersProps {
  onAnswers: (answers: Answers) => void
  onFilters: (change: object) => void
}

/** The methods that the embedding page can call on the open dashboard, and the events that it receives. */
function HostAnswers({ onAnswers, onFilters }: HostAnswersProps) {
  const { store, item } = useSession()
  const tellFilters = useEffectEvent(onFilters)
  useEffect(() => {
    onAnswers({
      getScrollSize: scrollSize,
      getActiveTabs: () => Object.values(store.getState().activeTabs),
      getDataMask: () => store.getState().applied,
      getDashboardPermalink: (args) => {
        const anchor = (args as { anchor?: unknown } | undefined)?.anchor
        const state = shareState(store.getState(), typeof anchor === 'string' ? anchor : undefined)
        return createDashboardPermalink(item.id, state)
      },
    })
  }, [store, item.id, onAnswers])
  useEffect(() => {
    if ((Number(search().get('uiConfig')) & EMITS_FILTERS) === 0) return
    return store.subscribe(({ applied }, { applied: before }) => {
      if (applied !== before) tellFilters(filterChange(before, applied))
    })
  }, [store])
  return null
}

/** The data masks by filter, and which kinds of filters changed. */
function filterChange(before: DataMasks, applied: DataMasks): object {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(applied)])].filter(
    (id) => before[id] !== applied[id],
  )
  const isNative = (id: string) => id.startsWith('NATIVE_FILTER-')
  return {
    ...applied,
    nativeFiltersChanged: changed.some(isNative),
    crossFiltersChanged: changed.some((id) => !isNative(id)),
  }
}

/** The size in px of the whole dashboard, including the part of its grid that is scrolled out of view. */
function scrollSize() {
  const { scrollWidth, clientHeight } = document.documentElement
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-dashboard] *')].map(
    (element) => element.scrollHeight - element.clientHeight,
  )
  return { width: scrollWidth, height: clientHeight + Math.max(0, ...hidden) }
}
