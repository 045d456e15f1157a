import type { DatasetDraft } from './datasetDraft.ts'

/** What every tab of the editor is given. */
export interface TabProps {
  draft: DatasetDraft
  onChange: (draft: DatasetDraft) => void
  /** keys of columns and metrics that have to be mended */
  wrongKeys: ReadonlySet<string>
}
