import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { dashboardTagsQuery, mayTag, setDashboardTags, tagNames } from '../api/tags.ts'
import { Field } from '../ui/Field.tsx'
import { MultiSelect } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const texts = defineTexts('dashboardProperties.tags', {
  tags: 'Tags',
  help: 'Select tags, or type a new one.',
  failed: 'The tags could not be saved: {message}',
})

interface TagChanges {
  isOffered: boolean
  isLoading: boolean
  names: readonly string[]
  setNames: (names: string[]) => void
  /** Stores the tags, if they were changed. After a failure a message is shown, and the result is false. */
  save: () => Promise<boolean>
}

/** The tags of a dashboard while they are edited. Tags are stored separately from the dashboard. */
export function useTagChanges(dashboardId: number): TagChanges {
  const t = useText()
  const queryClient = useQueryClient()
  const isOffered = mayTag('dashboard') !== undefined
  const stored = useQuery({ ...dashboardTagsQuery(dashboardId), enabled: isOffered })
  const [names, setNames] = useState<readonly string[]>()
  return {
    isOffered,
    isLoading: isOffered && stored.isPending,
    names: names ?? stored.data ?? [],
    setNames,
    async save() {
      if (!names) return true
      try {
        // loaded again if that failed before
        const before = stored.data ?? (await queryClient.fetchQuery(dashboardTagsQuery(dashboardId)))
        await setDashboardTags(dashboardId, before, names)
        return true
      } catch (error) {
        toast.danger(t(texts.failed, { message: messageOf(error) }))
        return false
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['tags'] })
      }
    },
  }
}

export function TagsField({ tags }: { tags: TagChanges }) {
  const t = useText()
  const id = useId()
  return (
    <Field label={t(texts.tags)} htmlFor={id} help={t(texts.help)}>
      <MultiSelect
        wrap
        allowNew
        size="md"
        id={id}
        label={t(texts.tags)}
        load={tagNames}
        loading={tags.isLoading}
        value={tags.names}
        labelOf={(name) => name}
        onChange={tags.setNames}
      />
    </Field>
  )
}
