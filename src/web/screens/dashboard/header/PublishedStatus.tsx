import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publishDashboard } from '../../../api/dashboards.ts'
import { Tag } from '../../../ui/Tag.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useSession } from '../state/session.ts'
import css from './DashboardHeader.module.css'
import { mayEdit } from './mayEdit.ts'

const texts = defineTexts('dashboard.published', {
  published: 'Published',
  draft: 'Draft',
  publish:
    'This dashboard is not published, it will not show up in the list of dashboards. Click here to publish this dashboard.',
  hidden:
    'This dashboard is not published, it will not show up in the list of dashboards. Favorite it to see it there or access it by using the URL directly.',
  unpublish: 'Click to make it a draft.',
  done: 'This dashboard is now published',
  undone: 'This dashboard is now hidden',
  failed: 'You do not have permissions to edit this dashboard.',
})

/** Draft or published. Editors of the dashboard can switch it here; others see only that it is a draft. */
export function PublishedStatus() {
  const t = useText()
  const { item } = useSession()
  const queryClient = useQueryClient()
  const [isPublished, setIsPublished] = useState(item.published)
  const canEdit = mayEdit(item)
  const publish = useMutation({
    mutationFn: (next: boolean) => publishDashboard(item.id, next),
    onSuccess: (_answer, next) => {
      setIsPublished(next)
      toast.success(t(next ? texts.done : texts.undone))
      void queryClient.invalidateQueries({ queryKey: ['dashboards'] })
    },
    onError: () => toast.danger(t(texts.failed)),
  })
  if (isPublished && !canEdit) return null
  const tag = <Tag tone={isPublished ? 'success' : 'neutral'}>{t(isPublished ? texts.published : texts.draft)}</Tag>
  const tip = t(!canEdit ? texts.hidden : isPublished ? texts.unpublish : texts.publish)
  return (
    <Tooltip text={tip} side="bottom">
      {canEdit ? (
        <button
          type="button"
          className={css.status}
          aria-busy={publish.isPending}
          onClick={() => publish.mutate(!isPublished)}
        >
          {tag}
        </button>
      ) : (
        <span className={css.status}>{tag}</span>
      )}
    </Tooltip>
  )
}
