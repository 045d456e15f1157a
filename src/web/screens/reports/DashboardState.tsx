import { useState } from 'react'
import { messageOf } from '../../api/failure.ts'
import { loadLinkedDashboard } from '../../api/permalinks.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import type { ReportDraft } from './reportDraft.ts'

const texts = defineTexts('reportDashboardState', {
  link: 'Permalink with filters and tab',
  help: 'Copy it with Share in the dashboard. The report then shows the dashboard with these filters and this tab.',
  invalid: 'This is not a permalink of a dashboard.',
  kept: 'With the filters and tab of this report',
  taken: 'With the filters and tab of the permalink',
})

interface DashboardStateProps {
  draft: ReportDraft
  onChange: (part: Partial<ReportDraft>) => void
}

/** The filters and the tab with which a dashboard is sent, taken from a permalink. */
export function DashboardState({ draft, onChange }: DashboardStateProps) {
  const t = useText()
  const [link, setLink] = useState('')
  const [failure, setFailure] = useState<string>()

  async function take(text: string) {
    setLink(text)
    setFailure(undefined)
    const key = /\/superset\/dashboard\/p\/([\w-]+)/.exec(text)?.[1]
    if (key === undefined) return setFailure(text.trim() === '' ? undefined : t(texts.invalid))
    try {
      const { id, state } = await loadLinkedDashboard(key)
      onChange({ dashboard: id, state })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  if (draft.state) {
    return (
      <Checkbox
        checked
        label={t(link === '' ? texts.kept : texts.taken)}
        onChange={() => {
          setLink('')
          onChange({ state: undefined })
        }}
      />
    )
  }
  return (
    <TextField
      size="md"
      autoComplete="off"
      label={t(texts.link)}
      help={t(texts.help)}
      placeholder="https://…/superset/dashboard/p/…"
      error={failure}
      value={link}
      onChange={(text) => void take(text)}
    />
  )
}
