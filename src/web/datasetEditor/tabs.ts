import type { DatasetDraft } from './datasetDraft.ts'

/** Props of every tab of the editor. */
export interface TabProps {
  draft: DatasetDraft
  /** Called with a function after asynchronous work: something else may have been changed in the meantime. */
  onChange: (draft: DatasetDraft | ((now: DatasetDraft) => DatasetDraft)) => void
  /** keys of invalid columns and metrics */
  wrongKeys: ReadonlySet<string>
}
