/** The types that show rows as text: `drawnTexts.test.tsx` compares their texts with the rows. */
export const written = ['table', 'pivot_table_v2', 'time_table', 'paired_ttest', 'handlebars', 'filter_box']
