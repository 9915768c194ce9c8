import './NameText.css';

/** A name from a file, isolated from surrounding text; an empty name is visibly empty. */
export function NameText({
  text,
  class: className = '',
  or = '(empty)',
}: {
  text: string;
  class?: string;
  or?: string;
}) {
  const isEmpty = text.trim() === '';
  return (
    <bdi class={`named ${className} ${isEmpty ? 'quiet' : ''}`} title={text.slice(0, 500)}>
      {isEmpty ? or : text}
    </bdi>
  );
}
