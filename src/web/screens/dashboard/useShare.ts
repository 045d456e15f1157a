import { parseDashboardUrl } from '../../../model/dashboard/dashboardUrl.ts'
import type { DashboardPermalinkState } from '../../api/permalinks.ts'
import { createDashboardPermalink } from '../../api/permalinks.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/useCopy.ts'
import type { DashboardState } from './state/dashboardStore.ts'
import { useSession } from './state/session.ts'

const texts = defineTexts('dashboard.share', { failed: 'Sorry, something went wrong. Try again later.' })

/** The state that a link needs to show the dashboard in its current state. */
export function shareState(
  { applied, activeTabs }: DashboardState,
  anchor: string | undefined,
): DashboardPermalinkState {
  return {
    dataMask: applied,
    activeTabs: Object.values(activeTabs),
    urlParams: parseDashboardUrl(location.search, location.hash).kept,
    ...(anchor === undefined ? {} : { anchor }),
  }
}

/** Creates permalinks of the dashboard, or of one component of it. */
export function useShare() {
  const t = useText()
  const copyText = useCopy()
  const { store } = useSession()

  async function withLink(anchor: string | undefined, handle: (link: Promise<string>) => Promise<void>): Promise<void> {
    const state = store.getState()
    try {
      await handle(createDashboardPermalink(state.id, shareState(state, anchor)))
    } catch {
      toast.danger(t(texts.failed))
    }
  }

  return {
    copy: (anchor?: string) => withLink(anchor, (link) => copyText(link)),
    email: (subject: string, body: string, anchor?: string) =>
      withLink(anchor, async (link) => {
        location.href = `mailto:?Subject=${encodeURIComponent(subject)}&Body=${encodeURIComponent(`${body}${await link}`)}`
      }),
  }
}
