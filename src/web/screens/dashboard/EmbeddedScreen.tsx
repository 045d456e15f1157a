import { useEffect, useRef, useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { onSignedOut, sendGuestToken } from '../../api/client.ts'
import { createDashboardPermalink } from '../../api/permalinks.ts'
import { CenteredNote } from '../../ui/CenteredNote.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { DashboardOf } from './DashboardScreen.tsx'
import { type Answers, listen, portOf, receiveMessages } from './hostCalls.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { useSession } from './state/session.ts'
import { shareState } from './useShare.ts'

const texts = defineTexts('dashboard.embedded', {
  alone: 'This page is intended to be embedded in an iframe, but it looks like that is not the case.',
  failed: 'Something went wrong with embedded authentication. Check the dev console for details.',
  ended:
    'This session has encountered an interruption. The page that embeds this dashboard must send a new guest token.',
})

/** `/embedded/{uuid}`: a dashboard in the page of another site, which sends a guest token to it. */
export function EmbeddedScreen() {
  const t = useText()
  const [isReady, setIsReady] = useState(false)
  const answers = useRef<Answers>({})
  const dashboardId = bootstrap.embedded?.dashboard_id

  useEffect(() => {
    if (window.parent === window) return
    let goOn: () => void = () => undefined
    // calls wait for the next token of the embedding page
    onSignedOut(() => {
      toast.danger(t(texts.ended), { noDuplicate: true, durationMs: -1 })
      return new Promise((resolve) => {
        goOn = resolve
      })
    })
    const onMessage = (event: MessageEvent) => {
      const port = portOf(event)
      if (port) listen(port, () => ({ ...answers.current, guestToken: takeToken }))
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
      <HostAnswers onAnswers={(given) => (answers.current = given)} />
    </DashboardOf>
  )
}

/** What the embedding page may ask about the open dashboard. */
function HostAnswers({ onAnswers }: { onAnswers: (answers: Answers) => void }) {
  const { store, item } = useSession()
  useEffect(() => {
    onAnswers({
      getScrollSize: scrollSize,
      getActiveTabs: () => Object.values(store.getState().activeTabs),
      getDashboardPermalink: (args) => {
        const anchor = (args as { anchor?: unknown } | undefined)?.anchor
        const state = shareState(store.getState(), typeof anchor === 'string' ? anchor : undefined)
        return createDashboardPermalink(item.id, state)
      },
    })
  }, [store, item.id, onAnswers])
  return null
}

/** The size of the whole dashboard: its grid scrolls inside the page. */
function scrollSize() {
  const { scrollWidth, clientHeight } = document.documentElement
  const hidden = [...document.querySelectorAll<HTMLElement>('[data-dashboard] *')].map(
    (element) => element.scrollHeight - element.clientHeight,
  )
  return { width: scrollWidth, height: clientHeight + Math.max(0, ...hidden) }
}
