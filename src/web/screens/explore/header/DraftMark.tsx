import { useRouter } from '@tanstack/react-router'
import { FilePenLine } from 'lucide-react'
import { lazy, useState } from 'react'
import { keepForm, sourceTypeOf } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { formatAddress } from '../address.ts'
import type { ChartDraft } from '../state/chartDrafts.ts'
import { useExplore } from '../state/exploreContext.ts'
import { handOver } from '../state/handOver.ts'
import { useChartDraft } from '../state/useChartDraft.ts'
import css from './ExploreHeader.module.css'

const texts = defineTexts('explore.draft', {
  mark: 'Draft from {time}',
  tip: 'This browser has stored unsaved changes. Click to see and restore them.',
})

const DraftDialog = lazy(() => import('./DraftDialog.tsx'))

/** Stores unsaved changes, and offers those of an earlier visit. */
export function DraftMark() {
  const t = useText()
  const rich = useRichText()
  const router = useRouter()
  const explore = useExplore()
  const left = useChartDraft(explore)
  const [isOpen, setIsOpen] = useState(false)

  async function restore({ form, name, version, source }: ChartDraft) {
    const { dataset, chartId, dashboardId } = explore
    if (source.id === dataset.id && source.type === sourceTypeOf(dataset)) {
      await explore.restore({ form, name, version })
      return
    }
    const key = await keepForm({ datasourceId: source.id, datasourceType: source.type, chartId, form })
    const href = formatAddress(key, chartId, source.id, { dashboardId, type: source.type })
    router.history.push(href, handOver({ name, ...(version !== undefined && { version }) }))
  }

  if (!left) return null
  return (
    <>
      <button type="button" className={css.altered} title={t(texts.tip)} onClick={() => setIsOpen(true)}>
        <Tag tone="info" icon={<FilePenLine size={12} />}>
          {rich(texts.mark, { time: <RelativeTime key="time" time={left.draft.keptAt} /> })}
        </Tag>
      </button>
      <LazyPart onClose={() => setIsOpen(false)}>
        {isOpen ? (
          <DraftDialog
            draft={left.draft}
            onRestore={async () => {
              try {
                await restore(left.draft)
                setIsOpen(false)
                left.forget()
              } catch (error) {
                toast.danger(messageOf(error))
              }
            }}
            onForget={() => {
              setIsOpen(false)
              left.forget()
            }}
            onClose={() => setIsOpen(false)}
          />
        ) : null}
      </LazyPart>
    </>
  )
}
