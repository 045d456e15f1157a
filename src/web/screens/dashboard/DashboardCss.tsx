import { ScopedCss } from '../../ui/ScopedCss.tsx'

/** The dashboard's own CSS, sanitized and limited to the dashboard. */
export const DashboardCss = ({ css }: { css: string | null }) => <ScopedCss css={css} scope="[data-dashboard]" />
