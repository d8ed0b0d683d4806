def test_a_record_of_other_rules_of_the_kernel_is_shown_with_one_line_why_it_cannot_be_verified(record: Path) -> None:
    record.write_text(record.read_text().replace('"kernel":1,', '"kernel":7,', 1))
    found = run(record)
    assert found.exit_code == 0
    assert "Who was what:" in found.output
    why = "it was played by version 7 of the kernel's rules, and this is version 1"
    assert f"This record cannot be verified, and is shown from its facts: {why}.\n" in found.output
    done = run(record, "--verify")
    assert (done.exit_code, done.output) == (1, f"duskfall: {record}: {why}\n")
