/** The types that show rows as texts: `drawnTexts.test.tsx` compares them. */
export const written = ['table', 'pivot_table_v2', 'time_table', 'paired_ttest', 'handlebars', 'filter_box']
