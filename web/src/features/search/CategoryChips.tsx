import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Chip, ChipPanel, Chips, MoreChips } from "#/ui/Chip/Chip.tsx";
import { Pill } from "#/ui/Pill/Pill.tsx";
import { categories, type Category, moreCategoriesQuery } from "#/api/categories.ts";

interface CategoryChipsProps {
  /** The text in the box: a title equal to it is shown as selected. */
  picked: string;
  onPick: (title: string) => void;
}

/** Kinds of work; each opens its job titles, and only one is open at a time. */
export function CategoryChips({ picked, onPick }: CategoryChipsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [moreOpen, setMoreOpen] = useState(false);
  const more = useQuery({ ...moreCategoriesQuery, enabled: moreOpen });
  const toChip = (category: Category) => (
    <CategoryChip
      key={category.id}
      category={category}
      open={category.id === openId}
      onToggle={() => setOpenId(category.id === openId ? null : category.id)}
      picked={picked}
      onPick={onPick}
    />
  );
  return (
    <>
      <Chips>
        {categories().map(toChip)}
        <MoreChips label={m.search_more()} open={moreOpen} onToggle={() => setMoreOpen(!moreOpen)} />
        {moreOpen && more.data?.map(toChip)}
      </Chips>
      {moreOpen && more.isError && <Banner tone="danger">{m.search_more_failed()}</Banner>}
    </>
  );
}

type CategoryChipProps = CategoryChipsProps & { category: Category; open: boolean; onToggle: () => void };

function CategoryChip({ category: { art, name, titles }, open, onToggle, picked, onPick }: CategoryChipProps) {
  const panelId = useId();
  return (
    <>
      <Chip art={art} label={breakable(name)} open={open} onToggle={onToggle} panelId={panelId} />
      {open && (
        <ChipPanel id={panelId} label={m.search_category_jobs({ category: name })}>
          {titles.map((title) => (
            <Pill key={title} on={title === picked} onClick={() => onPick(title)}>
              {title}
            </Pill>
          ))}
        </ChipPanel>
      )}
    </>
  );
}

/** The name, with a line break allowed after its slash. */
function breakable(name: string) {
  const [first, second] = name.split("/");
  return second ? (
    <>
      {first}/<wbr />
      {second}
    </>
  ) : (
    name
  );
}
