import type { DatasetDraft } from './datasetDraft.ts'

/** What every tab of the editor is given. */
export interface TabProps {
  draft: DatasetDraft
  /** By a function where time has passed since the draft was seen: something else may have been changed meanwhile. */
  onChange: (draft: DatasetDraft | ((now: DatasetDraft) => DatasetDraft)) => void
  /** keys of columns and metrics that have to be mended */
  wrongKeys: ReadonlySet<string>
}
